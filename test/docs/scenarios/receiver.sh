# receiver.sh COMMAND…: starts a receiver on $PORT, and decides by what it answers and writes to completed.txt.
export PORT=$((20000 + RANDOM % 10000))
rm -f completed.txt
"$@" >receiver.log 2>&1 &
trap 'kill $! 2>/dev/null || true' EXIT
for _ in $(seq 100); do ! curl --silent --output /dev/null "http://127.0.0.1:$PORT/" || break; sleep 0.1; done
to=http://127.0.0.1:$PORT/hooks
# Exits 10 if one of them is accepted
esign webhook trigger document.completed --bad-signature all --to "$to"
[ ! -s completed.txt ] || { echo "A bad delivery was handled."; exit 1; }
esign webhook trigger scenario:two-signers --repeat 3 --disorder --seed 7 --to "$to" --json >sent.json
for _ in $(seq 50); do [ ! -s completed.txt ] || break; sleep 0.1; done
id=$(jq -rs '[.. | .documentId? // empty] | unique | if length == 1 then .[0] else error("several documents") end' sent.json)
[ "$(cat completed.txt)" = "$id" ] || { echo "completed.txt has not the one document $id, once."; exit 1; }
