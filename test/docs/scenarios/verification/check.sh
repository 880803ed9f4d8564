jq -e '. == {"a.pdf": false, "b.pdf": true, "c.pdf": false}' verdicts.json
