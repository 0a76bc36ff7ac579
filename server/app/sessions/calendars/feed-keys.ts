import { timingSafeEqual } from 'node:crypto'
import type { Secret } from '../../../auth/secret.ts'
import type { StoredFeed } from '../../../store/calendar-feeds.ts'

/** Keys of feeds: the ID and its hash under the secret, so that nothing that is stored is enough to read a feed. */
export function openFeedKeys(secret: Secret) {
  const macOf = ({ id, generation }: Pick<StoredFeed, 'id' | 'generation'>) =>
    secret.mac(`calendar feed ${id} ${generation}`)

  return {
    keyOf: (feed: StoredFeed): string => `${feed.id}.${macOf(feed).toString('base64url')}.ics`,

    /** The same in this feed each time, and of no use elsewhere. */
    uidOf: (feed: StoredFeed, sessionId: string): string =>
      secret.mac(`calendar feed ${feed.id} event ${sessionId}`).toString('base64url'),

    /** The feed of a key, unless the key was forged or replaced. */
    async open(
      key: string,
      find: (feedId: string) => Promise<StoredFeed | undefined>,
    ): Promise<StoredFeed | undefined> {
      const [id = '', mac = '', suffix] = key.split('.')
      const feed = suffix === 'ics' ? await find(id) : undefined
      const given = Buffer.from(mac, 'base64url')
      const ours = macOf(feed ?? { id, generation: 0 })
      return given.length === ours.length && timingSafeEqual(given, ours) ? feed : undefined
    },
  }
}
