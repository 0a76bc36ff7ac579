import type { CaseLink } from '@portico/contract/links'
import type { Portico } from '../app/portico.ts'
import { endsOnly } from '../app/work/endings.ts'
import { namedBy } from '../core/endings.ts'
import { maySee } from './access.ts'
import type { Caller } from './authentication.ts'
import type { Handlers } from './route.ts'

export function linkHandlers(portico: Portico) {
  const { links } = portico

  /** A link tells that there is another case, so it is shown to those who see that one too. */
  const isSeen = (caller: Caller, { caseId }: CaseLink) => maySee(portico, caller, caseId)

  return {
    listLinks: async ({ params, caller }) => {
      const all = await links.list(params.id)
      const seen = await Promise.all(all.map((link) => isSeen(caller, link)))
      return { links: all.filter((_, index) => seen[index]) }
    },

    linkCase: async ({ params, body, call, reply }) => {
      const { ends, ...given } = body
      const request = { ...call(), confirm: endsOnly(ends, namedBy.linkCase(given)) }
      const { linkedCaseId } = await links.link(request, params.id, given)
      const link = (await links.list(params.id)).find(({ caseId }) => caseId === linkedCaseId)
      const { openedAt: _, ...facts } = await portico.cases.find(linkedCaseId)
      reply.header('location', `/cases/${linkedCaseId}`)
      return { link, case: facts }
    },
  } satisfies Partial<Handlers>
}
