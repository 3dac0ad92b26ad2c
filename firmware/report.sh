# sh report.sh CROSS ELF HEX BUILD FLASH_BUDGET RAM_BUDGET
# Says on stderr how much of the budget an image takes, fails if it is more, and writes what a
# rebuild has to have in common with it to stdout, as JSON.
set -eu
set -- "$@" $("${1}size" -A "$2" | awk '$1 == ".text" {t = $2} $1 == ".data" {d = $2}
    $1 == ".bss" {b = $2} $1 == ".noinit" {n = $2} END {print t + d, d + b + n}')
echo "$3: flash $7 of $5 bytes, RAM $8 of $6 bytes" >&2
if [ "$7" -gt "$5" ] || [ "$8" -gt "$6" ]; then
    echo "$3: over its budget" >&2
    exit 1
fi
compiler=$("${1}gcc" --version | head -n 1)
binutils=$("${1}ld" --version | head -n 1)
libc=$(echo '#include <avr/version.h>
libc=__AVR_LIBC_VERSION_STRING__' | "${1}gcc" -mmcu=atmega328p -E -P - | sed -n 's/^libc="\(.*\)"$/\1/p')
sha256=$(sha256sum <"$3" | cut -d ' ' -f 1)
cat <<END
{
  "protocol": 1,
  "build": "$4",
  "sha256": "$sha256",
  "flash": $7,
  "ram": $8,
  "compiler": "$compiler",
  "binutils": "$binutils",
  "avr_libc": "$libc"
}
END
