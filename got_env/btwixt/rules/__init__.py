"""What the record is: its fields, words and options, and the table of rules."""
