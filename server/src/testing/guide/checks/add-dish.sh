# The admin sets a password by a link, uploads a photo, and shows a dish with it, by https.
site=https://lapau.example
session() { lapau admin reset uni@lapau.example | grep -o '#reset=[^ ]*'; }
token=$(session)
call() { # PATH BODY [MORE OF CURL]
  curl -sS --fail-with-body --max-time 60 -H "Origin: $site" -H 'Content-Type: application/json' -d "$2" "${@:3}" "$site$1"
}
call /auth/reset-password "{\"token\":\"${token#*=}\",\"newPassword\":\"rahasia kampung\"}"
bearer=$(call /auth/sign-in/email '{"email":"uni@lapau.example","password":"rahasia kampung"}' -o /dev/null -D - | sed -n 's/^set-auth-token: //pi' | tr -d '\r')
me=$(call /rpc/get_session '{}' -H "Authorization: Bearer $bearer" | sed -E 's/.*"profile":\{"id":"([^"]*)".*/\1/')
photo=$(curl -sS --fail-with-body --max-time 60 -H "Origin: $site" -H "Authorization: Bearer $bearer" -H 'Content-Type: application/octet-stream' \
  --data-binary @/opt/lapau/node_modules/lapau/web/dist/screens/feed-1280.webp "$site/storage/posts/$me")
echo "$photo"
path=$(echo "$photo" | sed -E 's/.*"path":"([^"]*)".*/\1/')
call /rpc/create_admin_post "{\"id\":\"$(cat /proc/sys/kernel/random/uuid)\",\"food_name\":\"Rendang\",\"images\":[\"$path\"]}" -H "Authorization: Bearer $bearer"
call /rpc/get_feed '{}' | grep Rendang
