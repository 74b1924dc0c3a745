"""Parts of positions that only games with claim have, each in a module of its own."""
