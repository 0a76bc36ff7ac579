import { faultsOfChart, reportsOfChart } from '@portico/contract/charts'
import { reporting } from '@portico/contract/ports/reporting'
import { namesOf, unknownWord } from '../../core/kernel/known-words.ts'
import { keepDashboard } from '../../store/dashboards.ts'
import { adaptersIn } from '../delivery/bindings/adapters-in.ts'
import { servePort, unmatched } from '../delivery/bindings/serve-port.ts'
import { tendTool } from './tend-tool.ts'

export const reportingPort = servePort(reporting, {
  needs: ['live', 'profiles'],
  baseline:
    'Standard reports are at GET /reports; a reporting tool reads them, GET /events, and the SQL views of the schema reporting.',
  adapters: adaptersIn(import.meta.dirname),
  input: {},
  faultsOfFact: { dashboardSaved: ({ spec }) => faultsOfChart(spec) },
  heard: {
    async dashboardSaved({ dashboardId, title, roles, spec, at }, { binding, portico, clock }) {
      const known = namesOf(portico.profiles.inForce().reports)
      const missing = reportsOfChart(spec).find((name) => !known.includes(name))
      if (missing !== undefined) return unmatched(unknownWord('report', missing, known))
      const pushed = { binding, dashboardId, title, suggestedRoles: roles, spec }
      return {
        taken: (tx) => keepDashboard(tx, { ...pushed, toldAt: new Date(at), savedAt: clock() }),
      }
    },
  },
  tends: tendTool,
})
