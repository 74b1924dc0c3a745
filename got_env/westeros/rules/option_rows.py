"""One row for each option of the board games, of all editions: its key and its values.

The row is the column of the option in ``s.options``, and a value is its place in the row unless it
bears a number. What an option decides, where the question is put and which value is the default is
said by the editions that offer it (``editions/options_*.py``). ``scripts/generate_options`` writes
``option_values.py`` from the rows: the names by which kernels know options and values.
"""

from __future__ import annotations

from collections.abc import Mapping

OPTION_ROWS: Mapping[str, str] = {
    "tides": "false true",
    "revision": "newer older",
    # draw: Supply, available Power, then nobody is better
    "final_tiebreak": "rulebook faq draw",
    "lannister_port_ship_3p": "yes no",
    "mace_empty_army": "continue end_combat",
    "arianne_power_token": "remove keep",
    "salladhor_victarion": "iron_throne_order always_zero",
    "siege_casualty": "choosable separate",
    "massing_all_equal": "none discard_all",
    "robb_beaten_attacker": "any_legal origin_only",
    "hand_refill_after_discard": "keep_discarded keep_played all_return",
    "support_refusal": "per_area per_house",
    "winter_is_coming_timing": "on_reveal on_resolution",
    "winter_reshuffles_used": "true false",
    "supply_cut": "any_path minimal",
    "turn_order_change": "track_position finish_pass",
    "victory_check": "immediate after_march",
    "house_card_timing": "four_ranks three_ranks",
    "negative_strength": "floor_zero allow",
    "retreat_choice": "fewest_losses free",
    "order_without_units": "end_of_cleanup",
    "port_capture_partial": "false true",
    "port_capture_timing": "on_control after_march",
    "support_split_sides": "true false",
    "tides_blade": "either redraw_only",
    "tides_reshuffle": "every_combat",
    "wildling_tie": "after_reveal before_reveal",
    "raven_choice_public": "true false",
    "raiders_supply": "one_by_one together",
    "wildling_icon_timing": "all_first per_card",
    "winter_replacement_icon": "counts ignored",
    "wildling_reward": "optional forced",
    "wildling_loss": "exact at_least",
    "wildling_loss_order": "lowest_first turn_order",
    "orders_mandatory": "true false",
    "order_pass": "forbidden allowed",
    "raven_special_swap": "after_swap unused_star",
    "raid_plus_one_targets": "any_two one_house",
    "double_pillage": "two one",
    "support_order": "turn_order fighters_first",
    "support_against_self": "forbidden allowed",
    "loras_defeated_footman": "allowed forbidden",
    "salladhor_ships": "opponent_side any",
    "asha_orders": "any_house opponent",
    "renly_davos": "renly davos",
    "rains_neutral": "battles_only also_neutral",
    "blade_neutral": "forbidden allowed",
    "sunset_sea_oldtown": "true false",
    "crackclaw_narrow_sea": "false true",
    "island_support": "allowed forbidden",
    # forbidden: nobody, and no beaten attacker goes back to one (2nd edition); attackers: beaten
    # attackers that came from there, but no defender
    "retreat_enemy_home": "forbidden allowed attackers",
    "home_reverts": "true false",
    "muster_neutral_sea": "forbidden allowed",
    "cersei_choice": "must may",
    "wildling_zero_bid": "allowed one_if_able",
    "simultaneous_victory": "final_order active_player",
    "neutral_support_timing": "before_march after_march",
    "highgarden_redwyne": "true false",
    "kings_court_swap": "false true",
    "raven_banned_order": "forbidden allowed",
    "defeated_ships_carry": "true false",
    "renly_defeated": "allowed forbidden",
    "westeros_decks": "reconstructed asos",
    "house_cards": "base asos",
    "wildling_cards": "off on",
    "ilyn_payne": "added minimum_one",
    "bran_self": "yes no",
    "stannis_sword": "only_with_theft always",
    "davos_timing": "after_loser after_reveal",
    "enemy_card_strength": "printed modified",
    "skull_order": "turn_order attacker_first",
    "routed_upgrade": "stays_routed stands",
    # Columns of games with claim, whose records are longer
    # castles: that of boards without claim
    "goal": "claim_8 seats_8 castles",
    "claim_to_win": "eight=8 five=5 six=6 seven=7 nine=9 ten=10 eleven=11 twelve=12",
    "claim_token_source": "player pool_first",
    "double_win": "final_ties active_player",
    "manage_troops_discard": "double_march any_use",
    "manage_troops_control_token": "yes no",
    "control_westeros_neutral": "yes no",
    "hold_territory_seat": "replace add",
    "support_minus1_replaceable": "yes no",
    "hidden_schemes_scope": "turn planning_only",
    "lookout_target": "any_other_player battle_opponent",
    "lookout_timing": "before_declarations after_declarations",
    "permanent_after_discard": "stays needs_three",
    "permanent_reform": "on_gain at_once",
    "tyrell_leader": "ser_loras_tyrell no_leader",
    "activation_marking": "at_planning at_resolution",
    "stranded_leader": "re_enter removed",
    "hostage_card": "usable locked",
    "negotiation": "on off",
    "negotiation_offers_per_responder": "one two three",
    "negotiation_empty_offer": "no yes",
    "tactics": "on off",
    "leaders": "on off",
}


def values_of_row(key: str) -> dict[str, int]:
    """Number that the record keeps for each value of an option, in the order of its row."""
    found: dict[str, int] = {}
    for place, value in enumerate(OPTION_ROWS[key].split()):
        name, _, number = value.partition("=")
        found[name] = int(number or place)
    return found
