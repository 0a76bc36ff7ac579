import { randomBytes } from 'node:crypto'
import { defineAdapter, PortError } from '@portico/contract/ports/kit'
import { output } from '@portico/contract/ports/output'
import { signedHeaders } from '@portico/contract/ports/signature'
import Type from '@portico/contract/type'

export const secret = `whsec_${randomBytes(32).toString('base64')}`

/** A receipt of a delivery that nobody owes: it waits in the inbox. */
export const fact = JSON.stringify({
  deliveryId: 'delivery_unknown',
  channel: 'mail',
  sentAt: '2026-11-01T09:30:00.000Z',
})

/** As headers, and as the variables of a sample. */
export function signedFact(id: string) {
  const headers = { ...signedHeaders(id, new Date(), fact, secret), 'content-type': 'application/json' }
  const env = {
    WEBHOOK_ID: headers['webhook-id'],
    WEBHOOK_TIMESTAMP: headers['webhook-timestamp'],
    WEBHOOK_SIGNATURE: headers['webhook-signature'],
  }
  return { headers, env }
}

export type SamplePost = ReturnType<typeof openSamplePost>

/** What the samples' output port is bound to: takes what it is given, keeps the URL of the file, or refuses. */
export function openSamplePost(secretName: string) {
  const post = { isRefusing: false, url: '' }
  const adapter = defineAdapter({
    port: output,
    name: 'post',
    does: 'Takes what it is given.',
    options: Type.Object({}),
    open: () => ({
      supports: [],
      calls: {
        async deliver({ files: [file] }, { link }) {
          if (post.isRefusing) throw new PortError('refused', 'The post office is closed.')
          if (file && link) post.url = await link(file)
          return {}
        },
      },
    }),
  })
  return Object.assign(post, { binding: { adapter, secret: { env: secretName } } })
}
