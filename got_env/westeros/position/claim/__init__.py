"""What only positions of games with claim have, each part in a module of its own."""
