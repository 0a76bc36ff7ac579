/** As long as the sentence of a failure may be that is kept. */
const most = 500
/** More of it is not even looked at. */
const mostRead = 4000

/** Things that let somebody in, or prove who sent something: whoever echoes a request echoes them. */
const telling: readonly RegExp[] = [
  /whsec_[A-Za-z0-9+/=_-]*/g,
  /\b(?:bearer|basic|digest)\s+[A-Za-z0-9+/=._~-]{8,}/gi,
  /\b(?:authorization|cookie|set-cookie|x-api-key|webhook-signature)["']?\s*[:=]\s*["']?[^"'\s,;]+(?:,[^"'\s,;]+)?/gi,
  /\b(?:password|passwd|secret|token|signature|api[-_]?key|x-amz-[a-z-]+)["']?\s*[=:]\s*["']?[^"'\s&,;]+/gi,
  /(?<=:\/\/)[^\s/@]+@/g,
  /\/port-files\/\S+/g,
  // A digest of 32 bytes as Base64 or Base64url, such as a signature; an id or a path has no such mixture.
  /(?<![A-Za-z0-9+/])(?:v\d,\s*)?(?:[A-Za-z0-9+/]|%2[bf]){42,}(?:=|%3d){1,2}/gi,
  /(?<![A-Za-z0-9_-])(?=[A-Za-z0-9_-]*[a-z])(?=[A-Za-z0-9_-]*[A-Z])(?=[A-Za-z0-9_-]*\d)[A-Za-z0-9_-]{43,}/g,
]

/** What another system said of a failure, as it may be kept: one line, not long, without secrets and signatures. */
export function keptSentence(said: string, secrets: readonly string[] = []): string {
  const isCut = said.length > mostRead
  // Half a secret at the cut is none that can be recognised.
  let text = isCut ? said.slice(0, mostRead).replace(/\S*$/, '') : said
  for (const secret of secrets) if (secret.length >= 4) text = text.replaceAll(secret, '[removed]')
  for (const pattern of telling) text = text.replace(pattern, '[removed]')
  text = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return text.length > most || isCut
    ? `${text
        .slice(0, most - 1)
        .trimEnd()
        .toWellFormed()}…`
    : text
}
