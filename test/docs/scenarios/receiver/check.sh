source "$scenarios/receiver.sh" sh start.sh
