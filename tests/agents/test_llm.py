"""Agents that ask a language model, against a small server of our own."""

import socket

import numpy as np
import pytest

from got_agents.base import AgentError, Views
from got_agents.consent import check_consent
from got_agents.llm import chat
from got_agents.llm.agent import INSTRUCTIONS, LONGEST_REPEATED
from got_agents.llm.answers import number_in
from got_agents.registry import make_agent
from got_agents.story import Story
from got_benchmarks.tournament import tournament
from got_env.games import get_game
from got_env.text import estimated_tokens, sheet_of
from tests.agents.llm_server import fails, says, sends, serving

GAME = get_game("btwixt")
KEY = "sk-very-secret"


@pytest.fixture
def server():
    with serving() as found:
        yield found


def view_of(turn=0, players=3):
    states, rng = GAME.start(1, players, 1), np.random.default_rng(1)
    mask, seats = np.zeros((1, GAME.actions.size), dtype=np.bool_), np.zeros(1, dtype=np.int8)
    while True:
        GAME.kernels.current_player(states, seats)
        GAME.kernels.action_mask(states, mask)
        if turn <= 0 and mask.sum() > 2:
            return Views.of(GAME, states, seats, mask.copy(), np.array([7]))[0]
        GAME.kernels.step(states, np.array([rng.choice(np.flatnonzero(mask[0]))]))
        turn -= 1


def agent_of(server, **options):
    given = {"pause": 0, **options}
    return make_agent(f"llm:{server.url()}" + "".join(f",{k}={v}" for k, v in given.items()))


# --- the rule by which answers are read


@pytest.mark.parametrize(
    ("answer", "number"),
    [
        ("3", 3),
        ("I play 2.", 2),
        ("1 or 2? Rather 4", 4),
        ('{"action": 2}', 2),
        ('{"action": 2} since 3 is worse', 2),
        ('{"action": 1}, no: {"action":5}', 5),
        ("the order march+1 in round 3", 3),
        ("2. raises by 1.5", 2),
        ("**4**", 4),
        ("the second (2)", 2),
    ],
)
def test_the_number_of_an_answer(answer, number):
    assert number_in(answer, 5) == number


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("", "your answer names no number; it ended with ''"),
        ("I cannot\nsay", r"it ended with 'I cannot\\\\nsay'"),
        ("march+1", "names no number"),
        ("<script>alert(1)</script>", "names no number"),
        ("0", "0 is not in the list, whose numbers are 1 to 5"),
        ("3 ... 6", "6 is not in the list"),
        ('{"action": -1} 2', "-1 is not in the list"),
        ("9" * 5000, "names no number"),
    ],
)
def test_an_answer_without_a_number_of_the_list(answer, message):
    with pytest.raises(ValueError, match=message):
        number_in(answer, 5)


# --- good answers


def test_a_good_answer_is_played(server):
    server.answers = [says('Because. {"action": 2}')]
    agent, view = agent_of(server, model="small", temperature=0.5, most_tokens=99), view_of(20)

    assert agent.act(view) == view.legal[1]
    (asked,) = server.asked
    assert asked["path"] == "/v1/chat/completions"
    assert (asked["model"], asked["temperature"], asked["max_tokens"]) == ("small", 0.5, 99)
    assert asked["messages"] == [
        {"role": "system", "content": INSTRUCTIONS},
        {"role": "user", "content": str(sheet_of(view))},
    ]
    assert "Authorization" not in asked["headers"]
    counts = agent.counts
    assert (counts.decisions, counts.requests, counts.retries, counts.invalid) == (1, 1, 0, 0)
    assert (counts.prompt_tokens, counts.answer_tokens, counts.estimated) == (100, 10, 0)
    assert counts.seconds > 0


def test_tokens_are_estimated_if_the_server_does_not_tell_them(server):
    server.answers = [says("1", usage=False)]
    agent, view = agent_of(server), view_of()
    agent.act(view)

    texts = (INSTRUCTIONS, str(sheet_of(view)))
    assert agent.counts.prompt_tokens == sum(map(estimated_tokens, texts))
    assert (agent.counts.answer_tokens, agent.counts.estimated) == (1, 1)


def test_the_key_is_sent_and_shown_nowhere(server, monkeypatch, capsys):
    monkeypatch.setenv("MY_KEY", KEY)
    agent, view = agent_of(server, key_env="MY_KEY"), view_of()
    agent.act(view)
    assert server.asked[0]["headers"]["Authorization"] == f"Bearer {KEY}"

    server.answers = [fails(401, f"wrong key {KEY}".encode())]
    with pytest.raises(AgentError) as caught:
        agent.act(view)
    server.answers = [says("none")]
    agent.act(view)
    captured = capsys.readouterr()
    told = f"{caught.value} {captured.out} {captured.err} {vars(agent)} {agent.name}"
    assert "wrong key ***" in told
    assert KEY not in told


def test_a_key_that_a_model_repeats_is_not_shown(server, monkeypatch, capsys):
    monkeypatch.setenv("MY_KEY", KEY)
    server.answers = [says(f"I was told {KEY}")] * 2

    agent_of(server, key_env="MY_KEY").act(view_of())

    told = capsys.readouterr().err
    assert "I was told ***" in told
    assert KEY not in told


def test_the_key_is_not_shown_when_a_server_answers_with_it_as_its_status(server, monkeypatch):
    monkeypatch.setenv("MY_KEY", KEY)
    agent = agent_of(server, key_env="MY_KEY")
    server.answers = [lambda handler, asked: handler.wfile.write(f"{KEY} no\r\n".encode())]

    with pytest.raises(AgentError, match=r"BadStatusLine: \*\*\* no") as caught:
        agent.act(view_of())
    assert KEY not in str(caught.value)


def test_a_single_legal_action_is_not_asked_about(server):
    view = view_of()
    mask = np.zeros_like(view.mask)
    mask[view.legal[0]] = True
    forced = type(view)(view.game, view.states, view.seat, mask, view.seed)

    assert agent_of(server).act(forced) == view.legal[0]
    assert server.asked == []


# --- invalid answers


def test_an_invalid_answer_is_asked_again_with_the_error(server):
    server.answers = [says("x" * 5000 + " 99"), says('{"action": 1}')]
    agent, view = agent_of(server), view_of()

    assert agent.act(view) == view.legal[0]
    first, second = (asked["messages"] for asked in server.asked)
    assert second[:2] == first
    assert second[2]["role"] == "assistant"
    assert len(second[2]["content"]) == LONGEST_REPEATED
    assert "Not valid: 99 is not in the list" in second[3]["content"]
    assert (agent.counts.invalid, agent.counts.fallbacks, agent.counts.decisions) == (1, 0, 1)
    assert agent.counts.prompt_tokens == 200


@pytest.mark.parametrize("text", ["no idea", "", None])
@pytest.mark.parametrize("fallback", ["first", "random"])
def test_two_invalid_answers_are_replaced_and_counted(server, text, fallback, capsys):
    server.answers = [says(text)]
    agent, view = agent_of(server, fallback=fallback), view_of()

    chosen = view.legal[0] if fallback == "first" else view.rng().choice(view.legal)
    assert agent.act(view) == chosen
    assert len(server.asked) == 2
    assert (agent.counts.invalid, agent.counts.fallbacks) == (2, 1)
    (line,) = capsys.readouterr().err.splitlines()
    assert f"plays {fallback} instead" in line
    assert "1 fallbacks" in line


# --- servers that fail


def hangs(handler, asked):
    asked["stop"].wait()


def trickles(handler, asked):
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    while not asked["stop"].wait(0.05):
        handler.wfile.write(b"x")
        handler.wfile.flush()


def closes(handler, asked):
    handler.connection.shutdown(socket.SHUT_RDWR)


def breaks_off(handler, asked):
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"choices": [')


@pytest.mark.parametrize(
    "trouble",
    [
        *(fails(500), fails(503), fails(429), fails(408), closes, breaks_off),
        *(sends(b""), sends(b"{}"), sends(b'{"choices": []}')),  # status 200, and no completion
    ],
)
def test_a_passing_trouble_is_tried_again(server, trouble):
    server.answers = [trouble, trouble, says("2")]
    agent, view = agent_of(server), view_of()

    assert agent.act(view) == view.legal[1]
    assert (agent.counts.requests, agent.counts.retries) == (3, 2)


@pytest.mark.parametrize(
    ("trouble", "message"),
    [
        (
            fails(500, b"over\nload"),
            r"the server answered status 500: 'over\\\\nload' \(try 2 of 2\)",
        ),
        (closes, r"the server gave no answer \(.*\) \(try 2 of 2\)"),
        (breaks_off, r"closed the connection in the middle of its answer \(try 2 of 2\)"),
        (sends(b"hello"), r"answered 'hello': expected a chat completion \(try 2 of 2\)"),
        (sends(b"[]"), r"answered '\[\]': expected a chat completion \(try 2 of 2\)"),
        (sends(b'{"choices": []}'), r"expected a chat completion \(try 2 of 2\)"),
        (
            sends(b'{"choices": [{"message": {"content": 3}}]}'),
            r"expected a chat completion \(try 2 of 2\)",
        ),
        (sends(b"[" * 100_000), r"expected a chat completion \(try 2 of 2\)"),
        (sends(b"\xff\xfe"), r"expected a chat completion \(try 2 of 2\)"),
    ],
)
def test_a_lasting_trouble_is_an_error(server, trouble, message):
    server.answers = [trouble]
    with pytest.raises(AgentError, match=message):
        agent_of(server, tries=2).act(view_of())
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    ("trouble", "message"),
    [
        (fails(404), "answered status 404: 'no'$"),
        (fails(302, Location="http://127.0.0.1:1/"), "answered status 302"),
        (sends(b" " * (chat.LONGEST + 1)), "answered more than 1048576 bytes$"),
    ],
)
def test_what_no_retry_mends_is_an_error_at_once(server, trouble, message):
    server.answers = [trouble]
    with pytest.raises(AgentError, match=message):
        agent_of(server).act(view_of())
    assert len(server.asked) == 1


@pytest.mark.parametrize("trouble", [hangs, trickles])
def test_the_limit_is_for_the_whole_answer(server, trouble):
    server.answers = [trouble]
    with pytest.raises(AgentError, match=r"gave no whole answer within 0\.3 seconds"):
        agent_of(server, timeout=0.3, tries=1).act(view_of())
    assert not server.stop.is_set(), "the server would go on for ever"


def addresses(monkeypatch, *connects):
    """Let the host have addresses of which each does something when it is called."""
    waits = []

    class Dialled(socket.socket):
        def connect(self, address):
            waits.append(self.gettimeout())
            connects[len(waits) - 1](super().connect)

    found = [(socket.AF_INET, socket.SOCK_STREAM, 0, "", ("127.0.0.1", 1))] * len(connects)
    monkeypatch.setattr(chat.socket, "getaddrinfo", lambda *_args, **_kinds: found)
    monkeypatch.setattr(chat.socket, "socket", Dialled)
    return waits


def silent(_connect):
    raise TimeoutError


def test_the_limit_is_for_all_addresses_of_a_host(monkeypatch):
    waits = addresses(monkeypatch, silent, silent, silent, silent)
    with pytest.raises(AgentError, match=r"gave no whole answer within 60 seconds"):
        make_agent("llm:http://far.example,timeout=60,tries=1").act(view_of())
    assert waits == pytest.approx([15, 20, 30, 60], rel=0.2)


def test_an_address_that_is_silent_leaves_time_to_the_next(server, monkeypatch):
    there = ("127.0.0.1", server.http.server_port)
    waits = addresses(monkeypatch, silent, lambda connect: connect(there))
    server.answers = [says("1")]
    agent_of(server, tries=1).act(view_of())
    assert len(waits) == 2


def test_a_name_that_cannot_be_looked_up():
    agent = make_agent(f"llm:http://{'a' * 70}.example,tries=1")
    with pytest.raises(AgentError, match=r"gave no answer \(Unicode"):
        agent.act(view_of())


def test_a_server_without_tls(server):
    agent = make_agent(f"llm:https://127.0.0.1:{server.http.server_port},tries=1")
    with pytest.raises(AgentError, match=r"gave no answer \(SSL"):
        agent.act(view_of())


def test_nobody_listens():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        agent = make_agent(f"llm:http://127.0.0.1:{taken.getsockname()[1]},tries=2,pause=0")
        with pytest.raises(
            AgentError, match=r"gave no answer \(ConnectionRefusedError.*try 2 of 2"
        ):
            agent.act(view_of())


def test_pauses_double_and_heed_the_server(server, monkeypatch):
    waited = []
    monkeypatch.setattr("got_agents.llm.agent.time.sleep", waited.append)
    server.answers = [fails(500)] * 3 + [fails(429, Retry_After="30"), fails(500), says("1")]
    server.answers.insert(3, fails(429, Retry_After="9999"))
    agent_of(server, tries=8, pause=1).act(view_of())

    assert waited == [1, 2, 4, 60, 30, 32]


# --- bad values


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("llm", "expected llm:ARGUMENT"),
        ("llm:", "expected llm:URL, a server such as"),
        ("llm:localhost:80", "url='localhost:80': expected a server such as http://localhost:8080"),
        ("llm:ftp://host", "url='ftp://host': expected a server"),
        ("llm:http://host:x", "url='http://host:x': expected a server"),
        ("llm:http://host/?q", "expected a server"),
        ("llm:http://h/ a", "expected a server"),
        ("llm:http://host,tries=0", "tries=0: expected 1 to 20"),
        ("llm:http://host,timeout=0", "timeout=0.0: expected 0.001 to 86400"),
        ("llm:http://host,pause=-1", "pause=-1.0: expected 0 to 60"),
        ("llm:http://host,temperature=3", "temperature=3.0: expected 0 to 2"),
        ("llm:http://host,most_tokens=x", "most_tokens=x: expected a whole number"),
        ("llm:http://host,fallback=none", "fallback=none"),
        ("llm:http://host,modle=x", "unknown option 'modle': did you mean 'model'"),
        ("llm:http://host,key_env=NO_SUCH_KEY", "key_env='NO_SUCH_KEY': the environment has no"),
    ],
)
def test_bad_values_are_refused_when_the_agent_is_made(spec, message):
    with pytest.raises(ValueError, match=message):
        make_agent(spec)


def test_a_password_in_the_url_is_refused():
    with pytest.raises(ValueError, match="the URL has a user or password"):
        make_agent("llm:http://me:hunter2@host")


def test_a_refusal_does_not_repeat_the_password():
    with pytest.raises(ValueError, match="the URL has a user or password") as refused:
        make_agent("llm:http://me:swordfish@localhost:80/v1")
    assert "swordfish" not in str(refused.value)


def test_a_key_that_cannot_be_sent_is_not_repeated(monkeypatch):
    monkeypatch.setenv("MY_KEY", f"{KEY}\nX-Other: 1")
    with pytest.raises(ValueError, match="expected a key of ASCII characters") as caught:
        make_agent("llm:http://host,key_env=MY_KEY")
    assert KEY not in str(caught.value)


def test_a_file_that_names_a_server_needs_consent(tmp_path):
    with pytest.raises(ValueError, match="it runs a program, talks to a server"):
        check_consent(["random", "llm:http://host"], tmp_path, "--agents")
    check_consent(["llm:http://host"], tmp_path, "--agents", trust=True)


# --- whole games


def test_a_game_of_two_models_and_a_scripted_player(server):
    """They answer well, in prose, out of range and not at all; the game ends, all is counted."""

    def answer(asked):
        count = sum(line[:1].isdigit() for line in asked["messages"][1]["content"].splitlines())
        turn = len(server.asked) % 5
        return ["99", "hm", f"{count}", f'{{"action": {1 + count // 2}}}', "I say 1"][turn]

    server.answers = [fails(500), says(answer)]
    agents = [agent_of(server, model="a"), make_agent("heuristic"), agent_of(server, model="b")]
    story = Story(GAME, agents, 3, {"short": True})
    lines = []
    story.play(lines.append)

    assert story.writer.player is None
    assert len(lines) > 20
    counts = [agents[0].counts, agents[2].counts]
    assert all(c.decisions > 3 and c.invalid > 0 for c in counts)
    assert sum(c.fallbacks for c in counts) > 0
    assert sum(c.retries for c in counts) == 1
    assert sum(c.requests for c in counts) == len(server.asked)
    assert sum(c.prompt_tokens for c in counts) == 100 * (len(server.asked) - 1)
    assert {asked["model"] for asked in server.asked} == {"a", "b"}


def test_got_play_tells_what_the_models_cost(server, got):
    server.answers = [says("1")]
    spec = f"llm:{server.url()},pause=0"
    words = ("play", "--game", "btwixt", "--players", "3", "--option", "short=true")
    code, out, err = got(*words, "--agents", f"{spec},heuristic,random")

    assert code == 0
    assert "round" in out.casefold()
    assert f"{spec}: " in err
    assert "0 retries, 0 invalid answers, 0 fallbacks" in err


def test_a_tournament_with_a_model_counts_its_time(server):
    """The agent plays in a process of its own; a server that fails for good forfeits the game."""
    server.answers = [sends(b"{}"), fails(502), says("1")]
    spec = f"llm:{server.url()},pause=0,tries=3"
    found = tournament(
        [spec, "random", "heuristic"],
        games=3,
        game="btwixt",
        players=3,
        options={"short": True},
    )

    assert found.errors == found[spec]["forfeits"] == 0
    assert len(server.asked) > 10
    assert found[spec]["thinking_per_game"] > found["random"]["thinking_per_game"] > 0

    server.answers = [fails(500)]
    lost = tournament(
        [spec, "random", "heuristic"],
        games=3,
        game="btwixt",
        players=3,
        options={"short": True},
    )
    assert lost.errors == lost[spec]["forfeits"] == 3
    assert "answered status 500" in lost.summary["error_messages"][0]
