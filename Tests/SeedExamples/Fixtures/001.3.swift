import SeamComponents

statements()
print("ok: a view model over Seam's service")
