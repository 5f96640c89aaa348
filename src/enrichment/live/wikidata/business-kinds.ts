/**
 * Kinds of entities in Wikidata (P31) that are businesses, and parents (P279) below which all kinds
 * are. Ids are facts of Wikidata, which are in the public domain (CC0).
 */
const business = new Set(
  // business, enterprise, company, public company, corporation, subsidiary, organisation's firm
  (
    'Q4830453 Q6881511 Q783794 Q891723 Q167037 Q658255 Q431289 ' +
    // brand, retail chain, restaurant chain, supermarket chain, fast-food chain, bank, insurer
    'Q507619 Q18534542 Q18509232 Q22687 Q2143354 Q837171 Q650241 ' +
    // airline, railway company, car maker, manufacturer, software company, web company, start-up
    'Q46970 Q249556 Q786820 Q13235160 Q1058914 Q18388277 Q210167 Q3477363 Q1616075 Q161726 ' +
    // publisher, record label, television channel, newspaper, film studio, game developer
    'Q2085381 Q18127 Q2001305 Q1110794 Q375336 Q192283 Q1107679 Q1002697 Q11032 ' +
    // hotel chain, shop, department store, brewery, pharmacy chain, consulting, law firm, holding
    'Q507443 Q1631129 Q216107 Q131734 Q2089936 Q2401742 Q613142 Q219577 Q936518 ' +
    // cooperative, conglomerate, joint venture, state-owned enterprise, financial institution
    'Q4539 Q206361 Q489209 Q270791 Q15711797 Q726870 Q1979447 Q17377208 Q740752'
  ).split(' '),
)

export function isBusinessKind(id: string): boolean {
  return business.has(id)
}
