import { conferencing } from '@portico/contract/ports/conferencing'
import { address, defineAdapter, PortError, secret } from '@portico/contract/ports/kit'
import Type from '@portico/contract/type'
import { epochSeconds } from '../../../core/time/moments.ts'
import { openOwnConferences } from '../own-conferences.ts'

/**
 * Rooms of a Jitsi Meet that accepts JSON Web Tokens (token authentication of Prosody): the link names one room and one
 * person, and says whether they moderate.
 */
export default defineAdapter({
  port: conferencing,
  name: 'jitsi',
  does: 'Hosts remote sessions on Jitsi Meet, by links that are signed for one person.',
  options: Type.Object({
    url: address('Where Jitsi Meet is', {
      schemes: ['http', 'https'],
      examples: ['https://meet.example.org'],
    }),
    appId: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The `app_id` of its token authentication',
    }),
    appSecret: secret('The `app_secret` that tokens are signed with, at least 32 characters'),
    audience: Type.String({ default: 'jitsi', maxLength: 200, description: 'What tokens are for: `aud`' }),
    linkMinutes: Type.Integer({
      default: 120,
      minimum: 5,
      maximum: 1440,
      description: 'How long a link lasts',
    }),
  }),
  async open({ url, appId, appSecret, audience, linkMinutes }, host) {
    const { SignJWT } = await import('jose')
    if (appSecret.length < 32) throw new PortError('invalid', 'appSecret must have at least 32 characters.')
    const key = new TextEncoder().encode(appSecret)
    const base = url.replace(/\/+$/, '')
    const domain = new URL(url).hostname
    const conferences = openOwnConferences(host)

    const link = async (room: string, person: { name: string; id?: string }, moderator: boolean) => {
      const now = epochSeconds(host.now())
      const token = await new SignJWT({
        room,
        context: { user: { name: person.name, ...(person.id ? { id: person.id } : {}), moderator } },
        moderator,
      })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(appId)
        .setAudience(audience)
        .setSubject(domain)
        .setIssuedAt(now)
        .setNotBefore(now - 60)
        .setExpirationTime(now + linkMinutes * 60)
        .sign(key)
      return `${base}/${room}?jwt=${token}`
    }
    const links = async (handle: string, person?: { name: string; id?: string }) => {
      await conferences.refuseGone(handle)
      return {
        handle,
        hostUrl: await link(handle, person ?? { name: 'Host' }, true),
        participantUrl: await link(handle, person ?? { name: 'Guest' }, false),
      }
    }
    return {
      supports: ['personalLinks'],
      calls: {
        create: (_, { key }) => links(conferences.handleOf(`${appSecret} ${key}`)),
        update: ({ handle }) => links(handle),
        detail: ({ handle, participant }) => links(handle, participant),
        async cancel({ handle }) {
          if (!(await conferences.isCancelled(handle))) await conferences.rememberCancelled(handle)
          return {}
        },
      },
      async check(signal) {
        const response = await host.fetch(base, { method: 'GET', signal })
        await response.body?.cancel()
        if (response.status >= 500) throw new PortError('unavailable', `Jitsi answers ${response.status}.`)
      },
    }
  },
})
