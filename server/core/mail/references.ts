/** What a piece of mail says of itself, as far as it may tell to which case it belongs. */
export type PieceWords = {
  case?: CaseReference | undefined
  subject?: string | undefined
  text?: string | undefined
  sender: { name?: string | undefined; address?: string | undefined }
}

export type CaseReference = {
  caseId?: string | undefined
  docketNumber?: string | undefined
  aliases?: readonly { source: string; externalId: string }[] | undefined
}

export type Where = 'reference' | 'subject' | 'text' | 'sender'
export type DocketMention = { number: string; where: Where }

const mostMentions = 20

/** Two digits each of year, month and day, a dash of any kind, a number; and not a part of something longer. */
const docketNumber =
  /(?<![\p{L}\p{N}_-])(\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])) ?[-\u2010-\u2015\u2212] ?(\d{1,12})(?![\p{L}\p{N}_]|-\d)/gu

/** The docket numbers that a piece mentions, each once, where it stands first. */
export function docketMentions({ case: named, subject, text, sender }: PieceWords): DocketMention[] {
  const mentions: DocketMention[] = []
  const add = (number: string, where: Where) => {
    const isKnown = mentions.some((mention) => mention.number.toLowerCase() === number.toLowerCase())
    if (!isKnown && mentions.length < mostMentions) mentions.push({ number, where })
  }
  if (named?.docketNumber !== undefined) add(named.docketNumber.trim(), 'reference')
  const written = [
    ['subject', subject],
    ['text', text],
    ['sender', sender.name],
    ['sender', sender.address],
  ] as const
  for (const [where, words = ''] of written)
    for (const [, date, number] of words.matchAll(docketNumber)) add(`${date}-${number}`, where)
  return mentions
}

/** The last names that a name may end or begin with: one word, or two or three. */
export function lastNamesIn(name: string): string[] {
  const [before, behind] = name.split(',', 2).map((part) => part.trim())
  if (before && behind) return [before]
  const words = name.trim().split(/\s+/)
  const ends = [1, 2, 3].filter((count) => count < words.length || words.length === 1)
  return [...new Set(ends.map((count) => words.slice(-count).join(' ')))]
}
