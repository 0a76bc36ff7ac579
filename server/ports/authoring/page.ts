import { authoring } from '@portico/contract/ports/authoring'
import { type OutputOf, PortError } from '@portico/contract/ports/kit'
import { EditorUnavailable, type OutsideEditor } from '../../app/decisions/outside-editor.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { wasCalled } from '../../store/obligations/settle.ts'
import { type Ask, askedOf } from '../delivery/bindings/ask.ts'
import type { Bindings } from '../delivery/bindings/binding.ts'
import type { PortParts } from '../delivery/bindings/serve-port.ts'
import { Cancelled } from '../delivery/bindings/serve-port.ts'
import { authorOn, evidenceFor } from './given.ts'

/** Asks the editor that is bound for the page of its author, with what they may read there from now on. */
export function createOutsideEditor(
  bindings: Bindings,
  ask: Ask,
  parts: PortParts<'editorAccess'>,
): OutsideEditor {
  return {
    async link({ caseId, workProductId }, author) {
      const binding = askedOf(bindings, authoring.name)
      if (!binding)
        throw new Refusal('stateForbids', 'No other editor is bound to the authoring port: write it here.')
      const { name } = binding
      const found = await authorOn(caseId, parts)
      if (found instanceof Cancelled || found.member.id !== author.id)
        throw new Refusal('forbidden', 'Only whoever holds the task of drafting writes there.')
      const of = { port: authoring.name, binding: name, caseId, call: 'openEditor' }
      if (!(await wasCalled(parts.db, of)))
        throw new Refusal('stateForbids', `The draft was not opened in ${name} yet: try again in a moment.`)
      try {
        const input = { workProductId, author, evidence: evidenceFor(found, parts) }
        const output = (await ask(binding, 'editorLink', input)) as OutputOf<typeof authoring, 'editorLink'>
        return { binding: name, ...output }
      } catch (error) {
        if (!(error instanceof PortError)) throw error
        if (error.retryable) throw new EditorUnavailable(name, error.message)
        throw new Refusal('stateForbids', `${name} has no page for this draft: ${error.message}`)
      }
    },
  }
}
