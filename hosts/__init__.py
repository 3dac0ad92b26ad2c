"""Programs that people look at. They may import `buzzer`, never each other."""
