"""Cards are data: a card that is edited plays differently, and what no rule can play is refused."""

import json

import pytest

from got_env.btwixt.facts.checks import FIXED
from got_env.btwixt.facts.reading import SHIPPED, read_facts
from got_env.btwixt.facts.rulesets import add_rulesets, build_rules
from got_env.games import get_game
from tests.btwixt.table import Table
from tests.copies import writable_copy


def edited(tmp_path, file, change):
    """A folder of facts in which one file was changed."""
    folder = tmp_path / "own"
    writable_copy(SHIPPED, folder)
    path = folder / f"{file}.json"
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))
    return folder


def effect(operation, target, trigger="on_play", amount=None, then=(), **params):
    return {
        "trigger": trigger,
        "operation": operation,
        "target": target,
        "amount": amount,
        "condition": params.pop("condition", None),
        "optional": params.pop("optional", False),
        "params": params,
        "then": list(then),
    }


LATE = ("after_bid_won", "on_placement", "after_claim", "end_of_round")


def card_table(tmp_path, *effects, card="careful_scheming", **options):
    """A table where one standard card does something else."""

    def change(data):
        found = next(c for c in data["cards"] if c["id"] == card)
        found["effects"] = list(effects)
        found["triumph_icon"] = any(e["trigger"] in LATE for e in effects)

    facts = read_facts(edited(tmp_path, "influence_standard", change))
    add_rulesets(facts)
    return Table(4, facts=facts, **options)


def ally_table(tmp_path, *effects, ally="hodor", players=4):
    """A table where one ally does something else."""

    def change(data):
        next(c for c in data["cards"] if c["id"] == ally)["effects"] = list(effects)

    facts = read_facts(edited(tmp_path, "allies", change))
    add_rulesets(facts)
    return Table(players, facts=facts)


# --- a new card from each operation


def test_move_card(tmp_path):
    new = effect(
        "move_card",
        "each_other_leader",
        **{"from": "target_hand", "to": "your_hand", "pick": "random"},
        amount=1,
    )
    table = card_table(tmp_path, new)
    table.bidding("bronn", [["careful_scheming"], ["betrayal"], [], ["ambush"]])
    assert table.do("play careful_scheming").hand(0) == ["ambush", "betrayal"]


def test_look(tmp_path):
    table = card_table(tmp_path, effect("look", "each_neighbor", at="hand", viewer="you"))
    table.bidding("bronn", [["careful_scheming"], ["betrayal"], ["little_birds"], ["ambush"]])
    assert table.do("play careful_scheming").known(0) == ["ambush", "betrayal"]


def test_modify_influence(tmp_path):
    new = effect("modify_influence", "you", mode="set", scope="cards", pick="all", amount=5)
    table = card_table(tmp_path, new).bidding("bronn", [["careful_scheming"], [], [], []])
    table.lay(0, "betrayal", "ambush")
    assert table.do("play careful_scheming").total(0) == 5 + 5 + 8


def test_cancel_ability(tmp_path):
    table = card_table(tmp_path, effect("cancel_ability", "each_neighbor", pick="all", amount=9))
    table.bidding("bronn", [["careful_scheming"], ["betrayal"], [], []])
    table.lay(1, "pulling_the_strings", "backup_plan")
    table.do("play careful_scheming")
    assert table.cards(table.s["cancelled"]) == ["backup_plan", "pulling_the_strings"]


def test_restrict_action(tmp_path):
    new = effect(
        "restrict_action", "each_other_leader", restriction="max_cards_in_bid_pile", amount=0
    )
    table = card_table(tmp_path, new)
    table.bidding("bronn", [["careful_scheming"], ["betrayal"], [], []])
    assert table.do("play careful_scheming").legal() == ["kneel"]


def test_kneel(tmp_path):
    table = card_table(tmp_path, effect("kneel", "each_other_leader"))
    table.bidding("bronn", [["careful_scheming", "betrayal"], ["betrayal"], [], []])
    table.do("play careful_scheming")
    assert (table.kneeling(), table.seat) == ([1, 2, 3], 0)


def test_protect(tmp_path):
    new = effect(
        "protect",
        "each_leader",
        "while_in_pile",
        against=["move"],
        by="anyone",
        filter={"color": "green"},
    )
    table = card_table(tmp_path, new)
    table.bidding("bronn", [["careful_scheming"], ["betrayal"], [], []])
    table.lay(3, "little_birds")
    table.do("play careful_scheming", "play betrayal")
    assert table.pile(1) == ["betrayal"]  # the green cards stay where they are
    assert (table.pile(0), table.pile(3)) == (["careful_scheming"], ["little_birds"])


def test_change_bid_rule(tmp_path):
    new = effect("change_bid_rule", "bid", "while_in_pile", rule="second_highest_wins")
    table = card_table(tmp_path, new)
    table.clear().lay(0, "careful_scheming").lay(1, "host_of_banners")
    assert table.settle("bronn").s["bid_winner"] == 0


def test_place_ally(tmp_path):
    new = effect("place_ally", "this_ally", "on_placement", rule="fewest_allies")
    table = ally_table(tmp_path, new).seat_allies(0, "bronn")
    assert "hodor" in table.settle("hodor", first=0).allies(3)


def test_move_ally(tmp_path):
    new = effect(
        "move_ally",
        "ally",
        "after_claim",
        where="own_councils",
        pick="lowest",
        to="deck_top",
        amount=1,
    )
    table = card_table(tmp_path, new).clear().lay(0, "careful_scheming")
    table.seat_allies(0, "viserys_targaryen")
    table.settle("tywin_lannister").do("place council_1_2")
    assert table.deck()[0] == "viserys_targaryen"


def test_bring_ally(tmp_path):
    new = effect(
        "bring_ally", "you", "when_claimed", source="next_ally", to="your_choice", amount=2
    )
    table = ally_table(tmp_path, new).stack_allies("walder_frey", "varys").settle("hodor", first=0)
    table.do("place council_1_2", "place council_4_1", "place council_1_2")
    assert (table.allies(3), table.allies(0)) == (["walder_frey"], ["varys", "hodor"])


def test_peek_allies(tmp_path):
    table = ally_table(
        tmp_path, effect("peek_allies", "you", "when_claimed", bottom=True, amount=1)
    )
    table.stack_allies("walder_frey").settle("hodor", first=0).do("place council_1_2")
    assert table.legal() == ["bury walder_frey", "no"]
    assert table.do("bury walder_frey").deck()[-1] == "walder_frey"


def test_move_token(tmp_path):
    new = effect("move_token", "each_leader", source="supply", to="council_choice", amount=1)
    table = card_table(tmp_path, new).bidding("bronn", [["careful_scheming"], [], [], []])
    table.do("play careful_scheming")
    assert [table.seat for _ in (0, 1, 2, 3) if table.do(table.legal()[0])] == [1, 2, 3, 1]
    assert table.s["token_n"] == 4


def test_change_first_player(tmp_path):
    table = card_table(tmp_path, effect("change_first_player", "you"))
    table.bidding("bronn", [["careful_scheming"], [], [], []])
    table.do("play careful_scheming").kneel(1, 2, 3, 0).go_on()
    assert table.s["first"] == 0


def test_modify_power(tmp_path):
    new = effect("modify_power", "this_ally", "end_game_scoring", amount=4)
    table = ally_table(tmp_path, new, players=3).seat_allies(0, "hodor")
    from got_env.btwixt.views.results import powers

    assert powers(table.states, 0)[0] == 2 + 4


def test_a_follow_up_runs_only_if_something_changed(tmp_path):
    then = effect("change_first_player", "you")
    del then["trigger"]
    new = effect("kneel", "other_leader_chosen", then=[then], filter={"min_bid_cards": 1})
    table = card_table(tmp_path, new).bidding("bronn", [["careful_scheming"], [], [], []])
    assert table.do("play careful_scheming").s["next_first"] == -1


# --- editing a value


def test_a_corrected_card_plays_differently_without_other_machine_code(tmp_path):
    def change(data):
        data["cards"][0]["value"] = 11  # Pulling the Strings

    game = get_game("btwixt", edited(tmp_path, "influence_standard", change))
    shipped = get_game("btwixt")

    assert game.kernels.step is shipped.kernels.step
    assert game.identity.data_provenance == "user's own"
    assert game.observation.constants["value"][0] == 11
    states = game.start(1, 4, seed=3)
    assert game.positions.write(states, 0)["data"] == game.identity.data_hash
    twin = shipped.start(1, 4, seed=3)
    assert (states["hand"] == twin["hand"]).all()
    assert get_game("btwixt", SHIPPED) is shipped


# --- what is refused


def set_effect(field, value):
    def change(data):
        data["cards"][0]["effects"][0][field] = value

    return change


def set_param(name, value):
    def change(data):
        data["cards"][0]["effects"][0]["params"][name] = value

    return change


def set_card(field, value, index=0):
    def change(data):
        data["cards"][index][field] = value

    return change


def set_tokens(data):
    data["tokens"][0]["copies"] = 17


def set_leader(data):
    data["leaders"][0]["card_ids"][0] = "ghost"


STANDARD, EVENT = "influence_standard", "influence_event"
SUM = "cards: the copies add up to 61: expected 62"

REFUSED = [
    ("allies", set_effect("operation", "explode"), r"^.*allies\.json: cards\[0\]\.effects\[0\]"),
    ("allies", set_effect("operation", "explode"), r"'explode': expected one of move_card, look"),
    ("allies", set_effect("trigger", "on_play"), r"effects\[0\]\.trigger: 'on_play'"),
    ("allies", set_effect("target", "bid"), r"effects\[0\]\.target: 'bid': look takes"),
    ("allies", set_param("viewer", "me"), r"params\.viewer: 'me': expected one of you, all"),
    ("allies", set_param("colour", "red"), r"params\.colour: look takes no such parameter"),
    ("allies", set_effect("params", {"at": "hand"}), r"params: 'viewer' is missing"),
    ("allies", set_effect("condition", {"type": "you_won_bid", "value": 3}), r"condition\.value"),
    ("allies", set_card("id", "hodor"), r"cards\[\d+\]\.id: 'hodor' occurs twice"),
    ("allies", set_card("power", "strong"), r"cards\[0\]\.power: 'strong'"),
    (STANDARD, set_card("copies", 4), rf"influence_standard\.json: {SUM}"),
    (STANDARD, set_card("color", "blue"), r"cards\[0\]\.color: 'blue': expected red"),
    (STANDARD, set_card("triumph_icon", False), r"cards\[0\]\.triumph_icon: False"),
    (STANDARD, set_effect("condition", {"type": "you_won_bid"}), r"on_placement of an"),
    (EVENT, set_card("leader_id", "jon_snow"), r"cards\[0\]\.leader_id"),
    ("allies", set_card("effects", []), r"cards\[0\]\.ability: without effects it changes nothing"),
    (EVENT, set_card("effects", [], 1), r"cards\[1\]\.\w+"),
    ("power_tokens", set_tokens, r"power_tokens\.json: tokens: the copies add up to 53"),
    ("leaders", set_leader, r"leaders\.json: leaders\[0\]\.card_ids: .*as influence_leader\.json"),
]


@pytest.mark.parametrize("field", FIXED)
def test_what_the_engine_does_by_itself_cannot_be_changed_in_the_set_up(tmp_path, field):
    def change(data):
        data[field] = dict.fromkeys(data[field], 1)

    folder = edited(tmp_path, "setup", change)
    with pytest.raises(ValueError, match=rf"setup\.json: {field}[:.]"):
        get_game("btwixt", folder)


@pytest.mark.parametrize(("file", "change", "message"), REFUSED)
def test_wrong_facts_are_refused_by_file_and_field(tmp_path, file, change, message):
    folder = edited(tmp_path, file, change)
    with pytest.raises(ValueError, match=message) as refused:
        get_game("btwixt", folder)
    assert "\n" not in str(refused.value)


def test_the_shipped_facts_are_sound():
    facts = read_facts(SHIPPED)
    assert build_rules(facts, 4)["effects"][0] == 130
