import { X509Certificate } from 'node:crypto'

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
