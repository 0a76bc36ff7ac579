import { type Context, type Fact, Refusal } from '../kernel/decider.ts'
import { reactions } from '../reactions.ts'
import { evolveWork, type WorkState } from '../work/state.ts'
import { work } from '../work/work.ts'
import { workProducts } from './work-product.ts'
import { evolve, type WorkProductsState } from './work-product-state.ts'

const maxSteps = 500

/** Applies the rules of the profile to facts in a trial run; throws if a rule leads to a refusal. */
export function followRules(
  facts: readonly Fact[],
  {
    caseId,
    products,
    caseWork,
    context,
  }: { caseId: string; products: WorkProductsState; caseWork: WorkState; context: Context },
) {
  const { caller: _, ...serviceContext } = context
  const { actor } = context
  const at = context.at.toISOString()
  let states = { products, caseWork }
  const queue: Fact[] = []
  const apply = (newFacts: readonly Fact[]) => {
    queue.push(...newFacts)
    for (const fact of newFacts) {
      const event = { ...fact, at, actor }
      states = { products: evolve(states.products, event), caseWork: evolveWork(states.caseWork, event) }
    }
  }
  apply(facts)
  for (let step = 0; step < queue.length; step++) {
    if (step > maxSteps)
      throw new Refusal(
        'stateForbids',
        'The rules of the profile form an endless loop here, so nothing was changed.',
      )
    const event = { ...(queue[step] as Fact), id: `evt_${step}`, caseId, at, actor }
    for (const { decider, command } of reactions.to(event, context)) {
      if (decider.name === work.name) apply(work.decide(command as never, states.caseWork, serviceContext))
      if (decider.name === workProducts.name)
        apply(workProducts.decide(command as never, states.products, serviceContext))
    }
  }
}
