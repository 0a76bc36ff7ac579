import type { Sought } from '@portico/contract/parties'
import type { InputOf, OutputOf } from '@portico/contract/ports/kit'
import { PortError } from '@portico/contract/ports/kit'
import { partyIdentity } from '@portico/contract/ports/party-identity'
import type { AskDirectory } from '../../app/parties/candidates.ts'
import { type Ask, askedOf } from '../delivery/bindings/ask.ts'
import type { Bindings } from '../delivery/bindings/binding.ts'
import { aboveClearance, isAbove } from './clearance.ts'
import { isOfSources, settingsOf } from './settings.ts'

/** Asks the directory that is bound; one that cannot be asked is no reason to show nothing. */
export function createLookUp(bindings: Bindings, ask: Ask): AskDirectory {
  return async (sought, sensitivity) => {
    const binding = askedOf(bindings, partyIdentity.name)
    if (!binding) return undefined
    if (isAbove(sensitivity, settingsOf(binding)))
      return { binding: binding.name, records: [], why: aboveClearance }
    const isIts = isOfSources(settingsOf(binding))
    if (sought.identifier && !isIts(sought.identifier) && !sought.person && !sought.organization)
      return { binding: binding.name, records: [], why: `It knows nobody as ${sought.identifier.source}.` }
    try {
      const output = await ask(binding, 'lookUp', inputOf(sought))
      const { records } = output as OutputOf<typeof partyIdentity, 'lookUp'>
      const ours = records.map((record) => ({ ...record, identifiers: record.identifiers.filter(isIts) }))
      return { binding: binding.name, records: ours.filter(({ identifiers }) => identifiers.length > 0) }
    } catch (error) {
      if (!(error instanceof PortError)) throw error
      return { binding: binding.name, records: [], why: error.message }
    }
  }
}

function inputOf({ identifier, person, organization }: Sought): InputOf<typeof partyIdentity, 'lookUp'> {
  return {
    ...(identifier ? { identifiers: [identifier] } : {}),
    ...(person ? { name: person } : {}),
    ...(organization === undefined ? {} : { organization }),
  }
}
