console.error("placeholder");
process.exit(1);
