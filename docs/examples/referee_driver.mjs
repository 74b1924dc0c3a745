// Plays one game through `got referee` with random legal actions.
//   node referee_driver.mjs [players] [seed] [command]
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [players = "4", seed = "1", command = "got"] = process.argv.slice(2);
const referee = spawn(command, ["referee"], { stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: referee.stdout })[Symbol.asyncIterator]();

async function ask(request) {
  referee.stdin.write(JSON.stringify(request) + "\n");
  const { value, done } = await answers.next();
  if (done) throw new Error("the referee has gone");
  const answer = JSON.parse(value);
  if (!answer.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`);
  return answer;
}

let state = Number(seed) + 1; // a small random generator, so that a seed gives the same game again
function below(n) {
  state = (state * 48271) % 2147483647;
  return state % n;
}

await ask({ cmd: "new", game: "agot2e", players: Number(players), options: {}, seed: Number(seed) });
let decisions = 0;
for (;;) {
  const turn = await ask({ cmd: "turn" });
  if (turn.over) {
    console.log(`${decisions} decisions, ${turn.winner} wins: ${turn.ranking.join(", ")}`);
    break;
  }
  const { actions } = await ask({ cmd: "legal" });
  const action = actions[below(actions.length)];
  const { events } = await ask({ cmd: "act", action });
  for (const event of events) console.log(event);
  decisions += 1;
}
await ask({ cmd: "quit" });
