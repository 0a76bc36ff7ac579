import type { conferencing } from '../ports/conferencing.ts'
import { renewed, skipUnless } from './conference-life.ts'
import type { Law } from './law.ts'
import { Broken, Skipped, type Trial } from './trial.ts'

type Port = typeof conferencing
type Links = { hostUrl: string; participantUrl: string }

/** Who comes in by a link, as whom, and until when. */
export const linkLaws: readonly Law<Port>[] = [
  {
    name: 'roles',
    says: 'The link of a host is not that of a participant.',
    async check(trial) {
      const adapter = await trial.adapter()
      const input = await trial.input(adapter, 'detail')
      const { hostUrl, participantUrl } = await trial.call(adapter, 'detail', input)
      if (hostUrl === participantUrl) throw new Broken('Hosts and participants have the same link.')
    },
  },
  {
    name: 'personal',
    says: 'Everybody has links of their own, where it declares such.',
    async check(trial) {
      const adapter = await trial.adapter()
      skipUnless(adapter, 'personalLinks')
      const { handle } = await trial.input(adapter, 'detail')
      const of = (name: string) =>
        trial.call(adapter, 'detail', { handle, participant: { name, id: `id of ${name}` } })
      const [maria, nils] = [await of('Maria Lindqvist'), await of('Nils Lindqvist')]
      for (const member of ['hostUrl', 'participantUrl'] as const)
        if (maria[member] === nils[member]) throw new Broken(`Two people have the same ${member}.`)
    },
  },
  {
    name: 'letsIn',
    says: 'Its links let people in until the conference is cancelled, and nobody after that.',
    async check(trial) {
      const adapter = await trial.adapter()
      const input = await trial.input(adapter, 'cancel')
      const links = await trial.call(adapter, 'detail', { handle: input.handle })
      await letsIn(trial, links, true, 'that was just given')
      await trial.call(adapter, 'cancel', input)
      await letsIn(trial, links, false, 'to a conference that was cancelled')
    },
  },
  {
    name: 'oldLinks',
    says: 'Once a conference was made anew, its new links let people in, and those from before nobody.',
    async check(trial) {
      const adapter = await trial.adapter()
      const { before, now } = await renewed(trial, adapter)
      await letsIn(trial, await trial.call(adapter, 'detail', { handle: now.handle }), true, 'to the new one')
      await letsIn(trial, before, false, 'to the one before')
    },
  },
  {
    name: 'cameAndWent',
    says: 'Who leaves is told as who came, in the same conference, and not before they came.',
    async check(trial) {
      const { provoke } = trial.subject
      if (!provoke?.participantJoined || !provoke.participantLeft)
        throw new Skipped('The subject cannot make somebody come and go.')
      const { adapter, told, close } = await trial.open()
      if (!told) throw new Skipped('The subject does not say what was told.')
      await adapter.start?.()
      const next = async (name: 'participantJoined' | 'participantLeft') => {
        const { length } = told()
        await provoke[name]?.()
        const found = () =>
          told()
            .slice(length)
            .find((one) => one.name === name)
        await trial.until(() => found() !== undefined, `${name} was not told`)
        return found()?.fact as Presence
      }
      const [came, went] = [await next('participantJoined'), await next('participantLeft')]
      await close()
      if (came.participant.name !== went.participant.name || came.participant.id !== went.participant.id)
        throw new Broken(`${came.participant.name} came, and ${went.participant.name} left.`)
      if (came.handle !== went.handle) throw new Broken('They came into one conference, and left another.')
      if (Date.parse(went.at) < Date.parse(came.at)) throw new Broken('They left before they came.')
    },
  },
]

type Presence = { handle: string; participant: { name: string; id?: string }; at: string }

async function letsIn(trial: Trial<Port>, links: Links, isRight: boolean, which: string) {
  const { admits } = trial.subject
  if (!admits) throw new Skipped('The subject does not say whom the other side lets in.')
  for (const member of ['hostUrl', 'participantUrl'] as const)
    if ((await admits(links[member])) !== isRight)
      throw new Broken(`A ${member} ${which} ${isRight ? 'lets nobody in' : 'still lets people in'}.`)
}
