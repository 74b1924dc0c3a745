"""The record: its fields, words and options, the table of rules, and the board."""
