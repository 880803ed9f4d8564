source "$scenarios/receiver.sh" /usr/bin/python3 app.py
