import type { PortStatus, Replay, Replayed } from '@portico/contract/boundary'
import type { Actor, MemberKind } from '@portico/contract/envelope'
import type { InboundFact } from '../../store/inbound-facts.ts'
import type { OutsideEditor } from '../decisions/outside-editor.ts'
import type { AskDirectory } from '../parties/candidates.ts'
import type { OutsideCalendar } from '../sessions/calendars/outside.ts'
import type { OutsideConference } from '../sessions/conference/outside-conference.ts'
import type { Ledger } from './ledger.ts'

/** A message as it came in: its headers, and its bytes as they were signed. */
export type InboundMessage = {
  port: string
  binding: string
  name: string
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  body: Buffer
}

/** To the one person whose link it is. */
export type SendLink = (
  to: { id: string; displayName: string; email: string },
  link: string,
  expiresAt: Date,
) => Promise<void>

/** What can be asked about the ports. The ports themselves give the answers; nobody here knows them. */
export type PortsDesk = {
  ledger: Ledger
  list(): Promise<PortStatus[]>
  find(name: string): Promise<PortStatus>
  replay(name: string, asked: Replay): Promise<Replayed>
  /** Durable when it resolves; refuses what is not signed, not known or not of its shape. */
  receive(message: InboundMessage): Promise<void>
  /** The file that a signed URL stands for. */
  linkedFile(grant: string): {
    sha256: string
    name: string
    mediaType: string
    caseId: string
    member: { id: string; name: string; kind: MemberKind }
  }
  /** Sends a link to set a password, if email can be sent. Fails as a PortError whose sentence may be shown. */
  sendLink: SendLink | undefined
  /** Asks the directory of record about a party. */
  lookUpParty: AskDirectory
  calendar: OutsideCalendar
  /** Asks the service that hosts a conference for its links. */
  conference: OutsideConference
  /** Asks the editor that is bound for the page of an author. */
  editor: OutsideEditor
  inbox: {
    list(read: {
      port?: string | undefined
      binding?: string | undefined
      after?: string | undefined
      limit: number
    }): Promise<InboundFact[]>
    /** Refuses for what is not in the inbox, or not any more. */
    refuseUnlessWaiting(id: string): Promise<void>
    match(id: string, caseId: string, by: Actor): Promise<InboundFact>
    drop(id: string, why: string, by: Actor): Promise<void>
  }
}
