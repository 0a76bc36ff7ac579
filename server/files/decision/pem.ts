import { X509Certificate } from 'node:crypto'
import type { Signer } from '@libpdf/core'

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The certificates of a PEM file, in order; what cannot be read is left out. */
export function certificatesIn(pem: string): X509Certificate[] {
  return (pem.match(certificate) ?? []).flatMap((block) => {
    try {
      return [new X509Certificate(block)]
    } catch {
      return []
    }
  })
}

export const withoutCertificates = (pem: string) => pem.replace(certificate, '')

/** The certificate of a key first, then those of its issuers. */
export function pemOf({ certificate, certificateChain = [] }: Signer): string {
  return [certificate, ...certificateChain]
    .map((der) => Buffer.from(der).toString('base64').replace(/.{64}/g, '$&\n'))
    .map((text) => `-----BEGIN CERTIFICATE-----\n${text.trimEnd()}\n-----END CERTIFICATE-----\n`)
    .join('')
}
