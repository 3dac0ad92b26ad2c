"""Sources of buttons: the only importers of pyserial and gpiozero. Import the module you need; none is loaded here."""
