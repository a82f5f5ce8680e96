/**
 * Hooks of maps from events to hooks: their ids are made from the name of the plugin or file, the event and a number. Maps of
 * the same name are merged, the higher layer's first, and the hooks of an event keep their order.
 */
import { layerOrder } from "../../core/plan.ts";
import type { WrittenHook } from "./written-hook.ts";

/** Gives each numbered hook its place, and an id of its own: the file of the same name in a lower layer is `<name>-2`. */
export function numberHooks(hooks: readonly WrittenHook[]): WrittenHook[] {
  const taken = new Set(hooks.filter(({ isNumbered }) => !isNumbered).map(({ id }) => id));
  const depthOf = ({ layer }: WrittenHook): number => layerOrder.indexOf(layer);
  const numbered = hooks.filter(({ isNumbered }) => isNumbered).sort((a, b) => depthOf(a) - depthOf(b));
  const named = new Map(
    numbered.map((hook, i) => {
      const id = freeId(hook, taken);
      taken.add(id);
      return [hook, { ...hook, id, order: i + 1 }];
    }),
  );
  return hooks.map((hook) => named.get(hook) ?? hook);
}

function freeId({ id, plugin }: WrittenHook, taken: ReadonlySet<string>): string {
  let free = id;
  for (let n = 2; taken.has(free); n++) free = `${plugin}-${n}${id.slice(plugin.length)}`;
  return free;
}
