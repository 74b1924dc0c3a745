"""A league: rounds of training whose policies meet each other, and a champion that is tested."""
