import { address, defineAdapter, PortError, secret } from '@portico/contract/ports/kit'
import { notifications } from '@portico/contract/ports/notifications'
import { faultOfSecret, signedHeaders } from '@portico/contract/ports/signature'
import Type from '@portico/contract/type'
import { errorOf, textOf } from '../../http/adapter.ts'
import { reach } from '../../http/reach.ts'

const mostText = 1_000
const mostAnswer = 64 * 1024

export default defineAdapter({
  port: notifications,
  name: 'sms-webhook',
  does: 'Posts notifications as texts to the gateway of an SMS provider, signed and with its token.',
  options: Type.Object({
    url: address('Where the texts are posted', {
      schemes: ['http', 'https'],
      examples: ['https://sms.example.org/messages'],
    }),
    secret: secret('What both sides sign with: `whsec_` and 24 to 64 bytes as Base64'),
    token: Type.Optional(secret('Sent as a bearer token, where the gateway wants one')),
    from: Type.Optional(
      Type.String({ minLength: 1, maxLength: 50, description: 'The number or name of the sender' }),
    ),
    receipts: Type.Boolean({
      default: false,
      description:
        'Whether the gateway reports each text as delivered or bounced; otherwise taken is delivered',
    }),
  }),
  open({ url, secret, token, from, receipts }, host) {
    const fault = faultOfSecret(secret)
    if (fault !== undefined) throw new PortError('invalid', `secret ${fault}.`)
    const send = async (body: string, { key, signal }: { key: string; signal: AbortSignal }) =>
      reach(host.fetch, url, {
        method: 'POST',
        body,
        signal,
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          ...signedHeaders(key, host.now(), body, secret),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
      })

    return {
      supports: receipts ? ['receipts'] : [],
      calls: {
        async notify(input, { key, signal }) {
          const to = input.recipient.phones?.[0]
          if (to === undefined) throw new PortError('invalid', 'The recipient has no phone number.')
          const text = input.text.replaceAll(/\s+/g, ' ').trim().slice(0, mostText)
          const message = {
            reference: input.notificationId,
            to,
            text,
            ...(from === undefined ? {} : { from }),
          }
          const response = await send(JSON.stringify(message), { key, signal })
          if (!response.ok) throw await errorOf(response, host.now())
          // It was taken, whatever else the gateway says.
          const tracking = idIn(await textOf(response, mostAnswer).catch(() => ''))
          if (receipts) return {}
          const receipt = { channel: 'text', destination: to, sentAt: host.now().toISOString() }
          return { receipt: { ...receipt, ...(tracking === undefined ? {} : { tracking }) } }
        },
      },
      async check(signal) {
        const response = await reach(host.fetch, url, { method: 'OPTIONS', signal })
        if (response.status >= 500) throw await errorOf(response, host.now())
        await response.body?.cancel()
      },
    }
  },
})

/** What the gateway calls the message, if its answer says so. */
function idIn(answer: string): string | undefined {
  try {
    const { id } = JSON.parse(answer) as { id?: unknown }
    return typeof id === 'string' && id !== '' ? id.slice(0, 200) : undefined
  } catch {
    return undefined
  }
}
