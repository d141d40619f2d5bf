function(ctx) { to: ctx.recipient, text: ctx.body }
