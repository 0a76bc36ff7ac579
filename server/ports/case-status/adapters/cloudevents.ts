import { caseStatus } from '@portico/contract/ports/case-status'
import {
  address,
  type CallContext,
  defineAdapter,
  type InputOf,
  PortError,
  secret,
} from '@portico/contract/ports/kit'
import { faultOfSecret, signedHeaders } from '@portico/contract/ports/signature'
import Type from '@portico/contract/type'
import { errorOf } from '../../http/adapter.ts'
import { reach } from '../../http/reach.ts'

type Announced = InputOf<typeof caseStatus, 'announceCreated'>

export default defineAdapter({
  port: caseStatus,
  name: 'cloudevents',
  does: 'Posts what is announced as CloudEvents, signed as Standard Webhooks.',
  options: Type.Object({
    url: address('Where the events are posted', {
      schemes: ['http', 'https'],
      examples: ['https://registry.example.org/events'],
    }),
    secret: secret('What both sides sign with: `whsec_` and 24 to 64 bytes as Base64'),
    source: Type.String({
      minLength: 1,
      default: '/portico',
      description: 'The `source` of the events, a URI or a path',
    }),
    typePrefix: Type.String({
      pattern: '^[a-z0-9]+(\\.[a-zA-Z0-9-]+)*$',
      default: 'org.portico.case',
      description:
        'What the `type` of the events begins with: `.created`, `.transition` or `.closed` follows',
    }),
  }),
  open({ url, secret, source, typePrefix }, host) {
    const fault = faultOfSecret(secret)
    if (fault !== undefined) throw new PortError('invalid', `secret ${fault}.`)

    const send = (init: RequestInit & { signal: AbortSignal }) => reach(host.fetch, url, init)

    const post = (what: string) => async (data: Announced, context: CallContext) => {
      const { key, signal } = context
      const body = JSON.stringify({
        specversion: '1.0',
        id: key,
        source,
        type: `${typePrefix}.${what}`,
        subject: data.case.caseId,
        time: data.at,
        datacontenttype: 'application/json',
        // Of the extension for order: compared as text, so it has a fixed length.
        sequence: String(data.sequence).padStart(10, '0'),
        data,
      })
      const headers = {
        'content-type': 'application/cloudevents+json; charset=utf-8',
        ...signedHeaders(key, host.now(), body, secret),
      }
      const response = await send({ method: 'POST', body, signal, headers })
      if (!response.ok) throw await errorOf(response, host.now())
      await response.body?.cancel()
      return {}
    }

    return {
      supports: ['upstream'],
      calls: {
        announceCreated: post('created'),
        announceTransition: post('transition'),
        announceClosure: post('closed'),
      },
      /** The handshake of CloudEvents webhooks; one who does not know it can be reached all the same. */
      async check(signal) {
        const response = await send({
          method: 'OPTIONS',
          signal,
          headers: { 'webhook-request-origin': source },
        })
        if (response.status >= 500) throw await errorOf(response, host.now())
        await response.body?.cancel()
      },
    }
  },
})
