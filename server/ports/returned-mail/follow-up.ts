import { hash } from 'node:crypto'
import type { Host } from '@portico/contract/ports/kit'
import { type ReadBy, type Returned, readReturned } from './read-returned.ts'

/** What is told of one recipient, and the message that it is about: its id, or the key under which it was sent. */
export type Bounce = {
  sentAs: string
  why: string
  channel: 'email'
  destination: string
  failedAt: string
}

/** What is left to whoever has the message: `none` where nothing more is to be done. */
export type FollowUp =
  | { is: 'none' }
  | { is: 'autoReply' | 'mail' | 'returned'; returned: Returned; sentAs?: string }

/**
 * Reads a message and tells of what came back. The same for any mailbox: what names one of ours is told as a bounce, if it
 * says that somebody was not reached; `returned` came from a mail server, and a person has to look at it.
 */
export async function followUp(
  source: Uint8Array,
  by: ReadBy,
  host: Pick<Host, 'now' | 'log'>,
  tell: (bounce: Bounce, id: string) => Promise<void>,
): Promise<FollowUp> {
  const returned = await readReturned(source, by)
  const { is, failures, isForged } = returned
  const sentAs = returned.sentAs && ('id' in returned.sentAs ? returned.sentAs.id : returned.sentAs.key)
  if (isForged) {
    host.log('warn', 'a message came to a return address that was not issued here')
    return { is: 'mail', returned }
  }
  const named = sentAs === undefined ? {} : { sentAs }
  switch (is) {
    case 'failed': {
      if (sentAs === undefined) return { is: 'returned', returned }
      const failedAt = host.now().toISOString()
      for (const { destination, why, isTemporary } of failures) {
        const said = isTemporary ? `${why} (a temporary failure: the mail server gave up)` : why
        const bounce = { sentAs, why: said.slice(0, 2000), channel: 'email' as const, destination, failedAt }
        await tell(bounce, `bounce-${hash('sha256', Buffer.concat([source, Buffer.from(destination)]))}`)
      }
      return { is: 'none' }
    }
    case 'delayed':
    case 'delivered':
      // One on nothing of ours may be anything.
      return sentAs === undefined ? { is: 'mail', returned } : { is: 'none' }
    case 'unclear':
      return { is: 'returned', returned, ...named }
    case 'autoReply':
    case 'mail':
      return { is, returned, ...named }
  }
}
