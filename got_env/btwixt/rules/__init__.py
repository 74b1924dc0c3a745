"""The record: its fields, words and options, and the table of rules."""
