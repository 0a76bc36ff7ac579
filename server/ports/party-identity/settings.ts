import type { PartyAlias } from '@portico/contract/parties'
import type { partyIdentity } from '@portico/contract/ports/party-identity'
import type { Static } from '@portico/contract/type'

/** What any binding of the port may be told. */
export type Settings = Static<typeof partyIdentity.settings>

export const settingsOf = ({ settings }: { settings: object }): Settings => settings as Settings

/** A binding speaks for the systems that it is configured for, and for no other. */
export const isOfSources =
  ({ sources = [] }: Settings) =>
  ({ source }: PartyAlias) =>
    sources.includes(source)

export const sourcesOf = (settings: object): string =>
  `its sources are ${settingsOf({ settings }).sources?.join(', ') || 'none'}`
