import { conferencing } from '@portico/contract/ports/conferencing'
import type { OutputOf } from '@portico/contract/ports/kit'
import { PortError } from '@portico/contract/ports/kit'
import {
  ConferenceUnavailable,
  type OutsideConference,
} from '../../app/sessions/conference/outside-conference.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import type { Ask } from '../delivery/bindings/ask.ts'
import type { Bindings } from '../delivery/bindings/binding.ts'

/** Asks the service that hosts a conference for its links: the platform's own rooms like any other. */
export function createOutsideConference(bindings: Bindings, ask: Ask): OutsideConference {
  return {
    async links({ handle, binding: name }, participant) {
      const binding = bindings.find(conferencing.name, name)
      if (!binding) throw new ConferenceUnavailable(name, 'it is not in the configuration any more.')
      try {
        const output = await ask(binding, 'detail', { handle, participant })
        const { hostUrl, participantUrl } = output as OutputOf<typeof conferencing, 'detail'>
        return { hostUrl, participantUrl }
      } catch (error) {
        if (!(error instanceof PortError)) throw error
        if (error.code === 'gone')
          throw new Refusal('gone', 'The conference was cancelled: its links are dead.')
        // To ask again changes nothing: the binding has another adapter now, or its service has forgotten.
        if (error.code === 'refused')
          throw new Refusal(
            'gone',
            `The service that is bound as conferencing/${name} does not know this conference. It has to be made anew, and everybody gets another link.`,
          )
        throw new ConferenceUnavailable(name, error.message)
      }
    },
  }
}
