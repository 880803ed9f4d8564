for file in inbox/*.pdf; do
  if esign verify "$file" >/dev/null 2>&1; then verdict=true; else verdict=false; fi
  jq -n --arg name "$(basename "$file")" --argjson verdict "$verdict" '{($name): $verdict}'
done | jq -s add > verdicts.json
