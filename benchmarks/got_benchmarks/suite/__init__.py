"""The standard suite: how strong an agent is against frozen pools of others."""
