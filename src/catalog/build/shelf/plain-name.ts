/**
 * A registered name as people write it: without the legal form that follows a comma or ends it, and
 * not all in capitals. Null where nothing that names somebody is left.
 */
export function plainName(registered: string): string | null {
  const folded = registered
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(/^["'\s]+|["'\s]+$/g, '')
  let name = folded
  for (let last = ''; last !== name; ) {
    last = name
    name = name.replace(ending, '').replace(/[\s,.&-]+$/, '')
  }
  if (name.length < 2 || name.length > lengthMax || !/\p{L}/u.test(name)) return null
  return isShouted(name) ? name.split(' ').map(spoken).join(' ') : name
}

const lengthMax = 80
const ending =
  /[\s,.]+(?:inc|incorporated|corp|corporation|co|ltd|limited|llc|llp|lp|plc|gmbh|mbh|ag|kg|ohg|ug|se|sa|sas|sarl|sprl|bvba|srl|spa|sl|slu|s\.l|lda|ltda|bv|nv|b\.v|n\.v|s\.a|s\.p\.a|s\.r\.l|ab|as|a\/s|asa|aps|oy|oyj|kk|k\.k|pty|pte|pvt|private|sdn|bhd|tbk|jsc|ojsc|ooo|doo|d\.o\.o|sro|s\.r\.o|spol|kft|zrt|uab|sia|sp\. ?z ?o\.? ?o|z\.?o\.?o|e\.?k|& co|co\. kg)\.?$/iu

function isShouted(name: string): boolean {
  return name === name.toUpperCase() && (name.match(/\p{Lu}/gu)?.length ?? 0) > 4
}

/** Words of two or three letters are as likely initials. */
function spoken(word: string): string {
  if (word.length < 4 && !/^(AND|OF|THE|DE|LA|FOR)$/.test(word)) return word
  if (/^(AND|OF|FOR|DE|LA)$/.test(word)) return word.toLowerCase()
  return word.toLowerCase().replace(/(^|[-/(])\p{L}/gu, (start) => start.toUpperCase())
}
