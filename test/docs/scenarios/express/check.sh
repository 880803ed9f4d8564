source "$scenarios/receiver.sh" node app.mjs
