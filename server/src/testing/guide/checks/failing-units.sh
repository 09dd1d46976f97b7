# Both timers are due, as when a machine starts that was off for two weeks: the check has to wait for the backup that is
# made now.
systemctl stop lapau-backup.timer lapau-backup-check.timer
touch -d '15 days ago' /var/lib/systemd/timers/stamp-lapau-backup.timer /var/lib/systemd/timers/stamp-lapau-backup-check.timer
ended() { systemctl show --property=ExecMainExitTimestampMonotonic --value lapau-backup-check.service; }
before=$(ended)
systemctl start lapau-backup.timer lapau-backup-check.timer
for _ in {1..240}; do
  case $(ended) in "$before" | 0) sleep 0.5 ;; *) break ;; esac
done
test -z "$(systemctl list-units --failed --plain --no-legend 'lapau*')"
newest=$(ls /var/lib/lapau-backups/*.tar | tail -n 1)
said=$(journalctl --no-pager --lines=5 -u lapau-backup-check)
grep -F "$newest can be restored" <<<"$said"

# A unit that has failed is named until it has ended well, here with temporary files on another disk.
mkdir /root/away
mv /var/lib/lapau-backups/*.tar /root/away
if systemctl start lapau-backup-check.service; then exit 1; fi
said=$(lapau doctor || test $? = 2)
grep -A1 'lapau-backup-check.service has failed' <<<"$said"
mv /root/away/*.tar /var/lib/lapau-backups
install -d -o lapau -g lapau -m 0700 /srv/sementara
echo TMPDIR=/srv/sementara >>/etc/lapau.env
touch /root/before
systemctl start lapau-backup-check.service
test /srv/sementara -nt /root/before
said=$(lapau doctor || test $? = 2)
grep 'no unit of Lapau has failed' <<<"$said"

# A unit that systemd starts again and again has not failed, but doctor names it too while it waits for its next start.
systemctl start lapau@none
for _ in {1..20}; do
  said=$(lapau doctor || test $? = 2)
  ! grep 'lapau@none.service ends at each start' <<<"$said" || break
done
grep 'lapau@none.service ends at each start' <<<"$said"
systemctl stop lapau@none
