import { between, one, type Random } from '../random.ts'

const openings =
  'b,br,c,ch,cr,d,dr,f,fl,g,gr,h,j,k,kl,l,m,n,p,pr,qu,r,s,sch,sk,st,t,th,tr,v,w,z,,'.split(',')
const vowels = 'a,a,e,e,i,i,o,o,u,y,ai,au,ea,ee,ei,ie,oa,oo,ou'.split(',')
const endings = 'n,r,s,l,t,m,nd,rt,ck,ng,x,,,,'.split(',')
const townEndings =
  'ville,ton,burg,berg,dorf,heim,stad,by,ham,field,worth,ia,ano,ola,abad,pur,nagar,ovo,ice,ainen'

/** A word that no list has: names of shops, towns and families that nobody has seen. */
export function coinedWord(random: Random): string {
  let word = ''
  const syllables = between(random, 2, 3)
  for (let at = 0; at < syllables; at += 1) {
    word += one(random, openings) + one(random, vowels)
    if (random() < 0.45) word += one(random, endings)
  }
  return word.slice(0, 12)
}

export function coinedTown(random: Random): string {
  const beginning = coinedWord(random).slice(0, between(random, 3, 7))
  return random() < 0.6 ? beginning + one(random, townEndings.split(',')) : beginning
}
