import { type Context, type Fact, Refusal } from '../kernel/decider.ts'
import { reactions } from '../reactions.ts'
import { evolveWork } from '../work/evolve-work.ts'
import type { WorkState } from '../work/state.ts'
import { work } from '../work/work.ts'
import { workProducts } from './work-product.ts'
import { evolve, type WorkProductsState } from './work-product-state.ts'

const mostSteps = 500

/** What would follow from these facts, among the work and the work products of the case; throws what is refused. */
export function followRules(
  facts: readonly Fact[],
  {
    caseId,
    products,
    caseWork,
    context,
  }: { caseId: string; products: WorkProductsState; caseWork: WorkState; context: Context },
) {
  const { caller: _, ...byTheService } = context
  const { actor } = context
  const at = context.at.toISOString()
  let now = { products, caseWork }
  const waiting: Fact[] = []
  const add = (made: readonly Fact[]) => {
    waiting.push(...made)
    for (const fact of made) {
      const event = { ...fact, at, actor }
      now = { products: evolve(now.products, event), caseWork: evolveWork(now.caseWork, event) }
    }
  }
  add(facts)
  for (let step = 0; step < waiting.length; step++) {
    if (step > mostSteps)
      throw new Refusal('stateForbids', 'The rules of the profile form a loop here: nothing was changed.')
    const event = { ...(waiting[step] as Fact), id: `evt_${step}`, caseId, at, actor }
    for (const { decider, command } of reactions.to(event, context)) {
      if (decider.name === work.name) add(work.decide(command as never, now.caseWork, byTheService))
      if (decider.name === workProducts.name)
        add(workProducts.decide(command as never, now.products, byTheService))
    }
  }
}
