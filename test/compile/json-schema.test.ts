import { expect, test } from "vitest";
import { configSchema } from "../../engine/compile/schema/config-schema.ts";
import { effectTypes } from "../../engine/compile/schema/effect-schema.ts";
import { renderJsonSchema } from "../../engine/compile/schema/json-schema.ts";
import { pointChoices } from "../../engine/lifecycle/all-points.ts";

const plugin = JSON.parse(renderJsonSchema("plugin"));
const config = JSON.parse(renderJsonSchema("config"));
const hook = plugin.properties.extensions.properties.hooks.items;

test("both say which draft they are, once, and what they describe", () => {
  for (const schema of [plugin, config]) {
    expect(schema.$schema).toBe("http://json-schema.org/draft-07/schema#");
    expect(JSON.stringify(schema).match(/\$schema/g)).toHaveLength(1);
    expect(schema.title).toMatch(/^interlock (plugin|config)\.yaml$/);
  }
});

test("only the top level of a manifest may have keys of others", () => {
  expect(plugin.additionalProperties).toEqual({});
  expect(plugin.properties.extensions.additionalProperties).toBe(false);
  expect(hook.additionalProperties).toBe(false);
  expect(config.additionalProperties).toBe(false);
});

test("what has a default need not be written", () => {
  expect(hook.required).toEqual(["id", "hook"]);
  expect(hook.properties.priority.anyOf[0]).toEqual({ type: "integer", default: 100 });
  expect(config.required).toEqual(["version"]);
});

test("a parameter of the plugin may stand for a number, a choice or a list, and for no name", () => {
  const parameter = { type: "string", pattern: "^\\$\\{param\\.[A-Za-z0-9_-]+\\}$" };
  for (const key of ["priority", "enabled"]) expect(hook.properties[key].anyOf[1]).toEqual(parameter);
  expect(hook.properties.when.properties.commit.anyOf[1]).toEqual(parameter);
  expect(hook.properties.id.anyOf).toBeUndefined();
  expect(new RegExp(parameter.pattern).test("${param.maxLength}")).toBe(true);
});

test("a hook needs effects, policies, a handler or a format", () => {
  expect(hook.anyOf).toEqual(
    ["effects", "policies", "handler", "format"].map((key) => ({ required: [key] })),
  );
});

test("hooks are a list, or a map from events", () => {
  expect(plugin.properties.extensions.properties.hooks.type).toEqual(["array", "object"]);
});

test("the hook points are named, aliases too", () => {
  expect(hook.properties.hook.enum).toEqual(pointChoices());
});

test("every effect is described", () => {
  const { items } = hook.properties.effects;
  const named = JSON.stringify(items).match(/"const":"(?:text|list)\.\w+"/g) ?? [];
  expect(named.sort()).toEqual(effectTypes.map((type) => `"const":"${type}"`).sort());
});

test("a check of a text's form is there as a pattern", () => {
  expect(hook.properties.id.pattern).toBe("^[a-z][a-z0-9.-]*$");
  expect(config.properties.env.propertyNames.pattern).toBe("^[A-Za-z_][A-Za-z0-9_]*$");
  expect(config.properties.version).toEqual({ type: "integer", const: 1 });
  for (const [, pattern] of JSON.stringify([plugin, config]).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)) {
    expect(() => new RegExp(JSON.parse(pattern as string), "u")).not.toThrow();
  }
});

test("every key of a config file is described", () => {
  expect(Object.keys(config.properties)).toEqual(Object.keys(configSchema.shape));
});
