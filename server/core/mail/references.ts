/** The parts of a piece of mail that may identify its case. */
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

const maxMentions = 20

/** Two digits each of year, month and day, a dash of any kind, and a number; not part of something longer. */
const docketNumber =
  /(?<![\p{L}\p{N}_-])(\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])) ?[-\u2010-\u2015\u2212] ?(\d{1,12})(?![\p{L}\p{N}_]|-\d)/gu

/** The docket numbers that a piece mentions, each at its first occurrence. */
export function docketMentions({ case: named, subject, text, sender }: PieceWords): DocketMention[] {
  const mentions: DocketMention[] = []
  const add = (number: string, where: Where) => {
    const isKnown = mentions.some((mention) => mention.number.toLowerCase() === number.toLowerCase())
    if (!isKnown && mentions.length < maxMentions) mentions.push({ number, where })
  }
  if (named?.docketNumber !== undefined) add(named.docketNumber.trim(), 'reference')
  const sources = [
    ['subject', subject],
    ['text', text],
    ['sender', sender.name],
    ['sender', sender.address],
  ] as const
  for (const [where, words = ''] of sources)
    for (const [, date, number] of words.matchAll(docketNumber)) add(`${date}-${number}`, where)
  return mentions
}

/** The possible last names in a name, of one to three words. */
export function lastNamesIn(name: string): string[] {
  const [before, after] = name.split(',', 2).map((part) => part.trim())
  if (before && after) return [before]
  const words = name.trim().split(/\s+/)
  const lengths = [1, 2, 3].filter((count) => count < words.length || words.length === 1)
  return [...new Set(lengths.map((count) => words.slice(-count).join(' ')))]
}
