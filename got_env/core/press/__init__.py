"""Press: what players may say to each other beside their moves; pure rules, no game in them.

``moments.py`` says when players may talk, ``settings.py`` how much, ``messages.py`` what a message
is and who knows it, ``channel.py`` whose turn to speak it is. Nothing of it touches a record.
"""
