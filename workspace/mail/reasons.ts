import type { MailDuplicate, MatchReason } from '@portico/sdk'
import { words } from '../words/mail.ts'

export const reasonText = ({ by, where, value }: MatchReason): string =>
  words.reason(words.by[by], value, words.where[where])

export const duplicateText = ({ kind, name, similarity, pages }: MailDuplicate): string =>
  kind === 'exact' ? words.same.exact(name) : words.same.near(name, Math.round(similarity * 100), pages)
