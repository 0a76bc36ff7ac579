import { authoring } from './authoring.ts'
import { caseStatus } from './case-status.ts'
import { conferencing } from './conferencing.ts'
import type { PortName } from './config.ts'
import { correspondence } from './correspondence.ts'
import { documentSource } from './document-source.ts'
import type { PortDeclaration } from './kit.ts'
import { notifications } from './notifications.ts'
import { output } from './output.ts'
import { partyIdentity } from './party-identity.ts'
import { reporting } from './reporting.ts'
import { scheduling } from './scheduling.ts'

/** The ten ports, in the order of the specification. */
export const ports = [
  documentSource,
  partyIdentity,
  caseStatus,
  scheduling,
  conferencing,
  authoring,
  correspondence,
  notifications,
  output,
  reporting,
] as const satisfies readonly (PortDeclaration & { name: PortName })[]

export { type PortName, portNames } from './config.ts'

export function portNamed(name: string): PortDeclaration | undefined {
  return ports.find((port) => port.name === name)
}
