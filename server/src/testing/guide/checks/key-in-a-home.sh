# A start reads the key that FCM_SERVICE_ACCOUNT names, also from a home.
install -d -o lapau -g lapau -m 0700 /home/kunci
echo '{"project_id":"lapau","client_email":"lapau@lapau.example","private_key":"none"}' >/home/kunci/fcm.json
chown lapau /home/kunci/fcm.json
echo FCM_SERVICE_ACCOUNT=/home/kunci/fcm.json >>/etc/lapau.env
systemctl restart lapau
curl -s --fail --retry 60 --retry-connrefused --retry-delay 1 http://127.0.0.1:3000/readyz
